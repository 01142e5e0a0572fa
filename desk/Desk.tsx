import { QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Route, Router, Switch } from "wouter";
import { DESK_PAGES } from "#contract/desk/paths.ts";
import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import { Announcer } from "#web/kit/Announcer.tsx";
import { CallsProvider, createQueries } from "./api/queries.ts";
import { Broken } from "./app/Failed.tsx";
import { BrandProvider, RunsProvider } from "./app/title.ts";
import { Session } from "./frame/Session.tsx";
import { storeLocale, loadTexts, TextsProvider } from "./app/texts.tsx";
import { keepFocus } from "./kit/keep-focus.ts";
import { Back } from "./login/LoginPage.tsx";
import { Invitation } from "./login/Invitation.tsx";
import { Pages } from "./pages.tsx";

type Language = { readonly locale: Locale; readonly texts: Awaited<ReturnType<typeof loadTexts>> };

type Props = { readonly brand: string; readonly runs: string; readonly first: Language };

/**
 * Provides texts and calls to the desk, and shows the page for the URL. `runs`: the version of Kasse, and extensions.
 */
export function Desk({ brand, runs, first }: Props) {
  const [language, setLanguage] = useState(first);
  const [queries] = useState(createQueries);
  const [loggedOut, setLoggedOut] = useState(false);
  const { locale, texts } = language;
  const choose = useCallback((wanted: Locale) => {
    storeLocale(wanted);
    void loadTexts(wanted).then((loaded) => setLanguage({ locale: wanted, texts: loaded }));
  }, []);
  useEffect(() => {
    document.documentElement.lang = LANGUAGE_TAG[locale];
  }, [locale]);
  useEffect(keepFocus, []);
  const calls = useMemo(() => ({ locale, onLoggedOut: () => setLoggedOut(true) }), [locale]);
  return (
    <TextsProvider locale={locale} choose={choose} texts={texts}>
      <BrandProvider value={brand}>
        <RunsProvider value={runs}>
          <QueryClientProvider client={queries}>
            <CallsProvider value={calls}>
              <Broken>
                <Router base={DESK_PAGES}>
                  <Switch>
                    <Route path="/invitation">
                      <Invitation />
                    </Route>
                    <Route path="/back">
                      <Back />
                    </Route>
                    <Route>
                      <Session loggedOut={loggedOut} onLoggedIn={() => setLoggedOut(false)}>
                        <Pages />
                      </Session>
                    </Route>
                  </Switch>
                </Router>
              </Broken>
              <Announcer />
            </CallsProvider>
          </QueryClientProvider>
        </RunsProvider>
      </BrandProvider>
    </TextsProvider>
  );
}
