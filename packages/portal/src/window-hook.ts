import { checkTranslation, createMessages, en, type MessageKey, pseudoLocales, type Text } from '@kinora/core'
import type { Kinora } from '@kinora/react'

/** I18N-03: replaces a text of the open page; a text that doesn't fit is refused with the reason. */
export function setTranslation({ messages }: Kinora, key: string, text: Text): void {
  const [issue] = checkTranslation(key, text)
  if (issue !== undefined) throw new Error(createMessages(en).issue(issue))
  messages.setTranslation(key as MessageKey, text)
}

/** Shows every text as `long` or `rtl` words run, to test screens with; anything else shows them as they are. */
export function setPseudoLocale({ messages }: Kinora, name: string): void {
  messages.setLook(Object.entries(pseudoLocales).find(([known]) => known === name)?.[1])
  document.documentElement.dir = name === 'rtl' ? 'rtl' : 'ltr'
}
