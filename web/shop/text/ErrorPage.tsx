import { SomethingWrong } from "#web/app/ErrorBoundary.tsx";

/** The page that the server sends when it could not render another. */
export function ErrorPage() {
  return <SomethingWrong />;
}
