import { Component, type ReactNode } from "react";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { useTexts } from "./texts.tsx";

/** Catches rendering errors, which are bugs, and offers to reload instead of showing an empty page. */
export class Broken extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <PageFailed /> : this.props.children;
  }
}

function PageFailed() {
  const t = useTexts("frame");
  return (
    <main style={{ padding: 24 }}>
      <Alert tone="danger" actions={<Button onClick={() => location.reload()}>{t("reload")}</Button>}>
        {t("broken")}
      </Alert>
    </main>
  );
}
