import type { Issue, MessageKey, MessageParams } from '@kinora/core'
import { useMemo, useSyncExternalStore } from 'react'
import { useKinora } from './provider.tsx'

export interface Texts {
  text(key: MessageKey, params?: MessageParams): string
  issue(issue: Issue): string
  error(error: unknown): string
}

const versions = new WeakMap<object, number>()

/** Texts of the catalogue; components that use it show a replaced text at once (I18N-03). */
export function useTexts(): Texts {
  const { messages } = useKinora()
  const version = useSyncExternalStore(
    listener =>
      messages.subscribe(() => {
        versions.set(messages, (versions.get(messages) ?? 0) + 1)
        listener()
      }),
    () => versions.get(messages) ?? 0,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes when a text was replaced
  return useMemo(
    () => ({ text: messages.text, issue: messages.issue, error: messages.error }),
    [messages, version],
  )
}
