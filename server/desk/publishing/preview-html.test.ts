import { expect, test } from "vitest";
import { previewHtml } from "./preview.ts";

test("links, files and forms lead into the preview, and nothing runs", () => {
  const html = `<head><link rel="icon" href="/favicon"><link rel="modulepreload" href="/assets/a.js"><script>x</script>
<script type="module" src="/assets/b.js"></script><style>@font-face{src:url(/assets/f.woff2)}a{background:url("/assets/g.svg")}</style></head>
<a href="/fr/mobile/SMART60">a</a><a href="//other.example/">b</a><a href="https://other.example/">c</a><form action="/mobile/SMART60" method="post"></form>`;
  expect(previewHtml(html, "/desk/preview/x")).toBe(`<head><link rel="icon" href="/desk/preview/x/favicon">
<style>@font-face{src:url(/desk/preview/x/assets/f.woff2)}a{background:url("/desk/preview/x/assets/g.svg")}</style></head>
<a href="/desk/preview/x/fr/mobile/SMART60">a</a><a href="//other.example/">b</a><a href="https://other.example/">c</a><form action="/desk/preview/x/mobile/SMART60" method="post"></form>`);
});
