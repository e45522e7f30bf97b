"""``make site``: both languages into one folder, with a first page that leads to the reader's own."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config

from tools.image.payload import ROOT, project
from tools.image.said import Refused, step
from tools.site.pages import LANGUAGES, SITE, Section
from tools.site.text import Site, all_pages, repository, slug, texts

NAMES = {"cs": "Česky", "en": "English"}
SAID = {
    "cs": {
        "description": "Hodiny a partiář, které znají pravidla: polská čtyřhra, mariáš, Polyssimo a další hry",
        "dark": "Přepnout na tmavé barvy",
        "light": "Přepnout na světlé barvy",
        "source": "Zdrojový kód",
    },
    "en": {
        "description": "A clock and a scoresheet that know the rules: Polish doubles, mariáš, Polyssimo and more",
        "dark": "Switch to dark colours",
        "light": "Switch to light colours",
        "source": "Source code",
    },
}
FIRST_PAGE = """\
<!doctype html>
<html lang="cs">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Dvojtah</title>
<script>location.replace((navigator.language.match(/^(cs|sk)/) ? "cs" : "en") + "/index.html")</script>
<p><a href="cs/index.html" lang="cs">Česky</a> · <a href="en/index.html" lang="en">English</a></p>
</html>
"""
UNMARKED = "unmarked"
"""The language of the search, as its worker sees it (theme/assets/javascripts/lunr): words without their marks."""
SIGNATURES = {
    "show_root_heading": True,
    "show_root_full_path": True,
    "heading_level": 3,
    "show_source": False,
    "show_if_no_docstring": True,
    "members_order": "source",
    "filters": "public",
    "inherited_members": True,
    "show_signature_annotations": True,
    "separate_signature": True,
    "show_bases": False,
    "show_labels": False,
}
"""How the names of `rules` are shown (docs/library-api.md)."""
TYPEFACES = ("Regular", "It", "Semibold", "Bold")
"""Of Source Sans, which the product's screens are set in."""


def write_sources(site: Site, folder: Path) -> None:
    """The Markdown of a site and all that its pages name. Raises OSError."""
    shutil.rmtree(folder, ignore_errors=True)
    for place, text in texts(site).items():
        path = folder / f"{place}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name in sorted(site.files):
        (folder / "files" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / "files" / name)
    assets = folder / "assets"
    assets.mkdir()
    shutil.copyfile(ROOT / "device/common/web/static/icon.svg", assets / "icon.svg")
    own = files("font_source_sans_pro") / "files"
    for face in TYPEFACES:
        shutil.copyfile(str(own / f"SourceSansPro-{face}.ttf"), assets / f"SourceSansPro-{face}.ttf")
    shutil.copyfile(str(own / "LICENSE.txt"), assets / "SourceSansPro-LICENSE.txt")


def menu(section: Section, language: str) -> dict[str, Any]:
    """A tab of the menu as MkDocs reads it; a page without a name has its heading."""
    pages: list[Any] = []
    for page in section.pages:
        name = (page.name or {}).get(language)
        pages.append({name: f"{page.place}.md"} if name else f"{page.place}.md")
    return {section.name[language]: pages}


def settings(language: str, source: Path, out: Path) -> dict[str, Any]:
    """How MkDocs draws one language."""
    words = SAID[language]
    palette = [
        {
            "media": f"(prefers-color-scheme: {shade})",
            "scheme": scheme,
            "primary": "custom",
            "accent": "custom",
            "toggle": {"icon": f"material/weather-{icon}", "name": words[other]},
        }
        for shade, scheme, icon, other in (
            ("light", "default", "sunny", "dark"),
            ("dark", "slate", "night", "light"),
        )
    ]
    return {
        "site_description": words["description"],
        "repo_url": repository(),
        "repo_name": words["source"],
        "edit_uri": "",
        "copyright": f"Dvojtah {project(ROOT)['version']}, MIT",
        "docs_dir": str(source),
        "site_dir": str(out),
        "strict": True,
        "nav": [menu(section, language) for section in SITE],
        "not_in_nav": "/decisions/*",
        "validation": {
            "omitted_files": "warn",
            "absolute_links": "warn",
            "unrecognized_links": "warn",
            "anchors": "warn",
        },
        "theme": {
            "name": "material",
            "custom_dir": str(Path(__file__).parent / "theme"),
            "language": language,
            "font": False,
            "logo": "assets/icon.svg",
            "favicon": "assets/icon.svg",
            "palette": palette,
            "features": [
                "navigation.tabs",
                "navigation.indexes",
                "navigation.top",
                "navigation.footer",
                "search.highlight",
                "toc.follow",
                "content.code.copy",
            ],
        },
        # of Czech there is no stemmer, and words that stop nothing
        "plugins": [
            {"search": {"pipeline": ["trimmer"] if language == "cs" else None}},
            "offline",
            {"mkdocstrings": {"handlers": {"python": {"paths": [str(ROOT)], "options": SIGNATURES}}}},
        ],
        "markdown_extensions": [
            "admonition",
            "attr_list",
            "md_in_html",
            "tables",
            {"toc": {"permalink": True, "slugify": slug, "toc_depth": 3}},
            {"pymdownx.highlight": {"anchor_linenums": False}},
            "pymdownx.superfences",
        ],
        "extra_css": ["assets/site.css"],
        "extra": {
            "generator": False,
            "polyfills": ["assets/iframe-worker.js"],
            "alternate": [
                {"name": NAMES[language], "link": f"../{language}/", "lang": language} for language in LANGUAGES
            ],
        },
    }


def make(out: Path) -> None:
    """Both languages and the page before them. Raises `Refused` where a link leads nowhere."""
    sources = out.with_name(f"{out.name}-source")
    for language in LANGUAGES:
        step(f"The pages in {NAMES[language]}...")
        folder = sources / language
        write_sources(Site(language, all_pages()), folder)
        try:
            named = folder.with_suffix(".yml")  # MkDocs wants a file, whatever is handed in
            named.write_text("site_name: Dvojtah\n", encoding="utf-8")
            config = load_config(str(named), **settings(language, folder.resolve(), (out / language).resolve()))
            config.plugins["material/search"].config["lang"] = [UNMARKED]
            build(config)
        except Exception as error:  # Abort of MkDocs is no more exact
            raise Refused(f"The site was not made: {error}") from error
    (out / "index.html").write_text(FIRST_PAGE, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line of ``make site``."""
    parser = argparse.ArgumentParser(prog="make site", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/site"))
    options = parser.parse_args(arguments)
    try:
        make(options.out)
    except (Refused, OSError) as error:
        sys.stdout.write(f"{error}\n")
        return 1
    step(f"{options.out / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
