/** Where a draft with unsaved changes is kept in the browser while other pages are shown. */
export const keptDraftKey = (id: string) => ["keptDraft", id] as const;
