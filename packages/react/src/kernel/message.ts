import type { Catalogue, CommonKey, Issue, MessageKey, MessageParams } from '@kinora/core'
import { useMemo, useSyncExternalStore } from 'react'
import { useKinora } from './provider.tsx'

/** The key that `text` takes. */
export type TextKey<T extends Texts<never>> = Parameters<T['text']>[0]

/** Whose texts they are, and the texts: those of a list, a form or an order stand under the same names at every noun. */
export interface NounWords<N extends string, Name extends string> {
  /** As in `ui.<noun>.add`. */
  noun: N
  words: (key: `ui.${NoInfer<N>}.${Name}`, params?: MessageParams) => string
}

/** A prop that may be left out where the navigation names the noun, `ui.nav.<noun>`. */
export type UnlessInNavigation<N extends string, Prop extends string> = `ui.nav.${N}` extends MessageKey
  ? { readonly [P in Prop]?: string }
  : { readonly [P in Prop]: string }

export interface Texts<Key extends MessageKey = MessageKey> {
  /** The language that is spoken, for numbers and dates beside the words (EMBED-05). */
  locale: string
  text(key: Key, params?: MessageParams): string
  /** The text of a key from the wire; the fallback's where it isn't known here. */
  textOf(key: string, fallback: Key): string
  /** What the field at a path is called; undefined where no text says so. */
  field(path: string): string | undefined
  issue(issue: Issue): string
  /** What is wrong and how to mend it. */
  advise(issues: readonly Issue[]): string
  error(error: unknown): string
}

/** The keys of a catalogue, or of several. */
type KeyOf<C> = C extends Catalogue ? keyof C & MessageKey : never

/**
 * Texts of the common catalogues and of these; a key of another one doesn't compile. They load with the
 * component that names them. A text that is replaced shows at once (I18N-03).
 */
export function useTexts<const C extends readonly Catalogue[]>(
  ...catalogues: C
): Texts<CommonKey | KeyOf<C[number]>> {
  const { messages } = useKinora()
  for (const catalogue of catalogues) messages.add(catalogue)
  const version = useSyncExternalStore(messages.subscribe, messages.version, messages.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes when a text was replaced
  return useMemo(
    () => ({
      // Functions of this version, so that what is remembered by them is made anew when a text was replaced.
      locale: messages.locale,
      text: (key, params) => messages.text(key, params),
      textOf: (key, fallback) => messages.textOf(key, fallback),
      field: path => messages.field(path),
      issue: issue => messages.issue(issue),
      advise: issues => messages.advise(issues),
      error: error => messages.error(error),
    }),
    [messages, version],
  )
}
