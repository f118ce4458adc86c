import asyncio
import sys

from apps.onboarding import OnboardingWorkflow


def cli() -> None:
    print(asyncio.run(OnboardingWorkflow().run(sys.argv[1])))


if __name__ == "__main__":
    cli()
