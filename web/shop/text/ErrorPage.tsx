import { SomethingWrong } from "#web/app/ErrorBoundary.tsx";

/** What the server answers when it could not make the page. */
export function ErrorPage() {
  return <SomethingWrong />;
}
