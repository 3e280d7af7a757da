/** I18N-01, C-17: the 28 languages content can be authored in. */
export const languages = [
  { ietfTag: 'ar-SA', name: 'Arabic' },
  { ietfTag: 'zh-CN', name: 'Chinese' },
  { ietfTag: 'cs-CZ', name: 'Czech' },
  { ietfTag: 'da-DK', name: 'Danish' },
  { ietfTag: 'nl-NL', name: 'Dutch' },
  { ietfTag: 'en-GB', name: 'English (United Kingdom)' },
  { ietfTag: 'en-US', name: 'English (United States)' },
  { ietfTag: 'fi-FI', name: 'Finnish' },
  { ietfTag: 'fr-FR', name: 'French' },
  { ietfTag: 'fr-CH', name: 'French (Switzerland)' },
  { ietfTag: 'de-DE', name: 'German' },
  { ietfTag: 'de-CH', name: 'German (Switzerland)' },
  { ietfTag: 'el-GR', name: 'Greek' },
  { ietfTag: 'he-IL', name: 'Hebrew' },
  { ietfTag: 'hu-HU', name: 'Hungarian' },
  { ietfTag: 'it-IT', name: 'Italian' },
  { ietfTag: 'it-CH', name: 'Italian (Switzerland)' },
  { ietfTag: 'ja-JP', name: 'Japanese' },
  { ietfTag: 'ko-KR', name: 'Korean' },
  { ietfTag: 'nb-NO', name: 'Norwegian' },
  { ietfTag: 'pl-PL', name: 'Polish' },
  { ietfTag: 'pt-PT', name: 'Portuguese (Portugal)' },
  { ietfTag: 'pt-BR', name: 'Portuguese (Brazil)' },
  { ietfTag: 'ro-RO', name: 'Romanian' },
  { ietfTag: 'ru-RU', name: 'Russian' },
  { ietfTag: 'es-ES', name: 'Spanish' },
  { ietfTag: 'sv-SE', name: 'Swedish' },
  { ietfTag: 'tr-TR', name: 'Turkish' },
] as const

export type LanguageTag = (typeof languages)[number]['ietfTag']

const names = new Map<string, string>(languages.map(language => [language.ietfTag, language.name]))
export const languageName = (tag: string | null): string => (tag === null ? '' : (names.get(tag) ?? tag))
