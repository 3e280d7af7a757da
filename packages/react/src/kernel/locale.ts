import type { LocaleTexts, Messages } from '@kinora/core'
import { useSyncExternalStore } from 'react'
import { useKinora } from './provider.tsx'

/** Loads the texts of a language, as `() => import('@kinora/core/locales/de.json')` does. */
export type LoadTexts = () => Promise<LocaleTexts | { readonly default: LocaleTexts }>

export interface Speech {
  /** False while the texts of the first language load. */
  isReady(): boolean
  /** Loads the texts of the first language, in a browser alone: a server renders what a page begins with. */
  start(): void
  /** EMBED-05: speaks another language from now on, as BCP 47 names it; what has no text in it, or all where they don’t load, stays English. */
  speak(locale: string, load?: LoadTexts): Promise<void>
}

export interface SpeechOptions {
  /** EMBED-05: the language that is spoken, as BCP 47 names it; English unless given. Numbers, dates, plurals and the direction follow it. */
  locale?: string
  /** Loads its texts, such as `() => import('@kinora/core/locales/de.json')`; without it words stay English. */
  localeTexts?: LoadTexts
}

/** Speaks the first language once its texts are asked for (`start`), and any other one later; of two that load the later one counts. */
export function createSpeech(messages: Messages, { locale, localeTexts }: SpeechOptions): Speech {
  const first = locale === undefined ? undefined : toLocale(locale)
  let isReady = first === undefined || localeTexts === undefined
  let latest = 0
  const speak = async (locale: string, load?: LoadTexts): Promise<void> => {
    latest += 1
    const own = latest
    const texts = await load?.().catch((cause: unknown) => console.error(`No texts of ${locale}`, cause))
    if (own !== latest) return
    isReady = true
    messages.speak(
      toLocale(locale),
      (texts && 'default' in texts ? (texts.default as LocaleTexts) : texts) ?? {},
    )
  }
  if (first !== undefined && isReady) messages.speak(first, {})
  return {
    isReady: () => isReady,
    start: () => {
      if (!isReady && latest === 0) void speak(first!, localeTexts)
    },
    speak,
  }
}

/** As `Intl` takes it, `de-DE` for `de_DE`; English, with a word in the console, where it is no language. */
function toLocale(name: string): string {
  try {
    return Intl.getCanonicalLocales(name.replace('_', '-'))[0] ?? 'en'
  } catch (cause) {
    console.error(`${name} names no language`, cause)
    return 'en'
  }
}

/** The language that is spoken now. */
export function useLocale(): string {
  const { messages } = useKinora()
  const read = () => messages.locale
  return useSyncExternalStore(messages.subscribe, read, read)
}

/** Whether words can be shown: the texts of the first language are here, or won’t come. */
export function useIsSpoken(): boolean {
  const { messages, speech } = useKinora()
  return useSyncExternalStore(messages.subscribe, speech.isReady, speech.isReady)
}
