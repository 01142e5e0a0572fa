import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import type { Board } from "#contract/desk/board.ts";
import { loadTexts, TextsProvider } from "#desk/app/texts.tsx";
import { Stock } from "./Stock.tsx";

test("each figure of an article has a heading", async () => {
  const stock = [{ article: "AARE5", name: "Aare 5", onHand: 12, held: 3, sold: 7, daysLeft: 9 }];
  const html = renderToStaticMarkup(
    <Router ssrPath="/">
      <TextsProvider locale="de" choose={() => undefined} texts={await loadTexts("de")}>
        <Stock board={{ stock } as unknown as Board} query={{ period: "day", day: null, family: null }} />
      </TextsProvider>
    </Router>,
  );
  const cells = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text]) => text);
  expect(cells(/<th scope="col"[^>]*>([^<]*)/g)).toEqual([
    "Artikel",
    "An Lager",
    "Reserviert",
    "Verkauft in 7 Tagen",
    "Vorrat in Tagen",
  ]);
  expect(cells(/<td[^>]*>([^<]*)/g)).toEqual(["12", "3", "7", "9 Tage"]);
});
