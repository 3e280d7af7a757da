import type { LocaleTexts, Messages } from '@kinora/core'
import { useSyncExternalStore } from 'react'
import { useKinora } from './provider.tsx'

/** Loads the texts of a language, as `() => import('@kinora/core/locales/de.json')` does. */
export type LoadTexts = () => Promise<LocaleTexts | { readonly default: LocaleTexts }>

export interface Speech {
  /** False while the texts of the first language load. */
  isReady(): boolean
  /** EMBED-05: speaks another language from now on, as BCP 47 names it; what has no text in it, or all where they don’t load, stays English. */
  speak(locale: string, load?: LoadTexts): Promise<void>
}

export interface SpeechOptions {
  /** EMBED-05: the language that is spoken, as BCP 47 names it; English unless given. Numbers, dates, plurals and the direction follow it. */
  locale?: string
  /** Loads its texts, such as `() => import('@kinora/core/locales/de.json')`; without it words stay English. */
  localeTexts?: LoadTexts
}

/** Speaks the first language as soon as its texts are here, and any other one later; of two that load the later one counts. */
export function createSpeech(messages: Messages, { locale, localeTexts }: SpeechOptions): Speech {
  let isReady = localeTexts === undefined
  let latest = 0
  const speak = async (locale: string, load?: LoadTexts): Promise<void> => {
    latest += 1
    const own = latest
    const texts = await load?.().catch((cause: unknown) => console.error(`No texts of ${locale}`, cause))
    if (own !== latest) return
    isReady = true
    messages.speak(locale, (texts && 'default' in texts ? (texts.default as LocaleTexts) : texts) ?? {})
  }
  if (locale !== undefined && localeTexts === undefined) messages.speak(locale, {})
  else if (locale !== undefined) void speak(locale, localeTexts)
  return { isReady: () => isReady, speak }
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

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which way the lines of a language run. */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(locale.split('-')[0]!.toLowerCase()) ? 'rtl' : 'ltr'
