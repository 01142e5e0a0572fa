import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { LANGUAGE_TAG, LOCALES, localePrefix, type Locale } from "#core/text/locale.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { html, moduleScript } from "#server/platform/http/html.ts";
import { serverText } from "#server/platform/texts/texts.ts";

export const PHOTO_PATH = "/photo";

/**
 * Registers `GET /photo` in every language: the page that a phone opens through the QR code. It is separate from the
 * shop's build, because it is opened over mobile networks: HTML, styles and script are about 5 kB. Without a built
 * `script`, the page says that it needs JavaScript.
 */
export async function registerPhotoPage(app: FastifyInstance, brand: Brand, script: string | null): Promise<void> {
  const style = await readFile(new URL("photo.css", import.meta.url), "utf8");
  for (const locale of LOCALES) {
    const page = photoPage(brand, locale, script);
    app.get(localePrefix(locale) + PHOTO_PATH, (_request, reply) =>
      reply
        .type("text/html; charset=utf-8")
        .header("cache-control", "no-cache")
        .header("referrer-policy", "no-referrer")
        .send(page),
    );
  }
  app.get("/photo/photo.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
}

const SQUARE = ";--r-m:4px;--r-l:6px;--pill:6px";

function photoPage(brand: Brand, locale: Locale, script: string | null): string {
  const { name, phone, phoneHref, colours, corners, pictures } = brand;
  const t = (key: Parameters<typeof serverText>[1] & `photo.${string}`) => serverText(locale, key);
  const style = `--brand:${colours.brand};--brand-2:${colours.brand2};--action:${colours.action};--action-2:${colours.actionDark};--accent:${colours.accent}${corners === "square" ? SQUARE : ""}`;
  const needsScript = html`<p class="alert">${t("photo.noScript")}</p>`;
  return html`<!doctype html>
    <html lang="${LANGUAGE_TAG[locale]}" style="${style}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="${colours.brand}" />
        <title>${t("photo.title")} · ${name}</title>
        <link rel="icon" href="/favicon" />
        <link rel="stylesheet" href="/photo/photo.css" />
        ${script ? moduleScript(script) : undefined}
      </head>
      <body>
        <header>
          ${pictures.logo ? html`<img src="/brand/logo" alt="" />` : html`<span class="mark" aria-hidden="true"></span>`}${name}
        </header>
        <main>
          ${script ? html`<noscript>${needsScript}</noscript>` : needsScript}
          <section
            id="take"
            data-locale="${locale}"
            data-network="${t("photo.network")}"
            data-failed="${t("photo.failed")}"
            data-size="${t("photo.size")}"
            data-sending="${t("photo.sending")}"
            hidden
          >
            <h1>${t("photo.title")}</h1>
            <p>${t("photo.hint")}</p>
            <img id="preview" alt="${t("photo.preview")}" hidden />
            <p id="alert" class="alert" role="alert" hidden></p>
            <progress id="progress" max="1" value="0" aria-label="${t("photo.sending")}" hidden></progress>
            <p id="status" role="status"></p>
            <label class="button" id="camera">
              <input id="file" type="file" accept="image/*" capture="environment" />
              <span id="first">${t("photo.camera")}</span>
              <span id="again" hidden>${t("photo.again")}</span>
            </label>
            <label class="button second" id="gallery">
              <input id="existing" type="file" accept="image/*" />
              <span>${t("photo.gallery")}</span>
            </label>
            <button id="send" class="button" type="button" hidden>${t("photo.send")}</button>
          </section>
          <section id="done" hidden>
            <span class="tick" aria-hidden="true">✓</span>
            <h1 tabindex="-1">${t("photo.doneTitle")}</h1>
            <p>${t("photo.done")}</p>
          </section>
          <section id="dead" hidden>
            <h1 tabindex="-1">${t("photo.deadTitle")}</h1>
            <p>${t("photo.dead")}</p>
          </section>
        </main>
        <footer><a href="${phoneHref}">${phone}</a></footer>
      </body>
    </html>`.text;
}
