import { FAILURE_ATTRIBUTE, type PreviewFailure } from "#contract/desk/preview.ts";

/**
 * A page of the shop for a preview: links and files point into the preview, and scripts are removed. `base`: the path that stands for the shop's root.
 * The HTML is the shop's own, whose attributes are quoted and escaped.
 */
export function previewHtml(html: string, base: string): string {
  return (
    html
      .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
      .replaceAll(/<link rel="(?:modulepreload|canonical|alternate|preload)"[^>]*>/g, "")
      // A path of this origin; two slashes would be another host.
      .replaceAll(/\b(href|src|action)="\/(?!\/)/g, (_, attribute: string) => `${attribute}="${base}/`)
      .replaceAll(/url\((["']?)\/(?!\/)/g, (_, quote: string) => `url(${quote}${base}/`)
  );
}

/** A page that names why there is none. The desk's page hides it and shows a sentence. */
export function failureHtml(failure: PreviewFailure): string {
  return `<!doctype html><html lang="en" ${FAILURE_ATTRIBUTE}="${failure}"><meta charset="utf-8"><title>${failure}</title></html>`;
}
