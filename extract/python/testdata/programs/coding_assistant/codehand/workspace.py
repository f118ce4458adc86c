"""Executors and the patch editor."""
from __future__ import annotations

import asyncio
import os
import shlex
import subprocess
from pathlib import Path

from agents import (
    ApplyPatchOperation,
    ApplyPatchResult,
    LocalShellCommandRequest,
    ShellCallOutcome,
    ShellCommandOutput,
    ShellCommandRequest,
    ShellResult,
    apply_diff,
)

ROOT = Path(os.environ.get("CODEHAND_ROOT", ".")).resolve()
SAFE = {"ls", "cat", "rg", "git", "pytest", "ruff", "sed", "head"}


class Shell:
    def __init__(self, cwd: Path = ROOT):
        self.cwd = cwd

    async def __call__(self, request: ShellCommandRequest) -> ShellResult:
        outputs = []
        for command in request.data.action.commands:
            proc = await asyncio.create_subprocess_shell(
                command, cwd=self.cwd, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
            )
            out, err = await proc.communicate()
            outputs.append(
                ShellCommandOutput(
                    command=command,
                    stdout=out.decode(errors="replace"),
                    stderr=err.decode(errors="replace"),
                    outcome=ShellCallOutcome(type="exit", exit_code=proc.returncode),
                )
            )
        return ShellResult(output=outputs)


async def shell_needs_approval(ctx, action, call_id) -> bool:
    return any(shlex.split(c)[0] not in SAFE for c in action.commands if c.strip())


def legacy_shell(request: LocalShellCommandRequest) -> str:
    action = request.data.action
    done = subprocess.run(action.command, cwd=action.working_directory or ROOT, capture_output=True, text=True)
    return done.stdout + done.stderr


class WorkspaceEditor:
    def __init__(self, root: Path = ROOT):
        self.root = root

    def _path(self, op: ApplyPatchOperation) -> Path:
        p = (self.root / op.path).resolve()
        if self.root not in p.parents:
            raise ValueError(f"outside of the workspace: {op.path}")
        return p

    def create_file(self, operation: ApplyPatchOperation) -> ApplyPatchResult:
        path = self._path(operation)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(apply_diff("", operation.diff or "", mode="create"))
        return ApplyPatchResult(output=f"created {operation.path}")

    def update_file(self, operation: ApplyPatchOperation) -> ApplyPatchResult:
        path = self._path(operation)
        path.write_text(apply_diff(path.read_text(), operation.diff or ""))
        return ApplyPatchResult(output=f"updated {operation.path}")

    def delete_file(self, operation: ApplyPatchOperation) -> ApplyPatchResult:
        self._path(operation).unlink()
        return ApplyPatchResult(output=f"deleted {operation.path}")
