import argparse
import asyncio

from .manager import BriefManager
from .qa import ask_about


def main() -> None:
    parser = argparse.ArgumentParser(prog="deepbrief")
    parser.add_argument("query")
    parser.add_argument("--lang", help="also translate the brief", default=None)
    parser.add_argument("--deep", action="store_true", help="read the pages, not only snippets")
    parser.add_argument("--ask", help="question about an existing brief", default=None)
    args = parser.parse_args()
    if args.ask:
        print(ask_about(args.query, args.ask))
        return
    brief = asyncio.run(BriefManager(deep=args.deep, language=args.lang).run(args.query))
    print(brief.markdown)


if __name__ == "__main__":
    main()
