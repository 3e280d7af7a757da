/** The key of the text that names a language; apart from the names, so that a page can do without them. */
export const languageKey = <T extends string>(tag: T) => `language.${tag}` as const
