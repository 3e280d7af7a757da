import type { MessageTime, Theme, TitleSelection } from '@kinora/react'
import { createContext, type RefObject } from 'react'

export interface Appearance {
  theme: Theme
  /** Whether messages go by themselves or stay until they are dismissed. */
  messages: MessageTime
}

/** The chosen appearance, kept in this browser. */
export const AppearanceContext = createContext<Appearance & { change(to: Partial<Appearance>): void }>({
  theme: 'system',
  messages: 'pass',
  change() {},
})

/** What is selected in the list of the page, for the command palette to act on. */
export const SelectionContext = createContext<RefObject<TitleSelection | undefined>>({ current: undefined })

/** Whether another account has followed in place, so that its page begins at home. */
export const OtherAccountContext = createContext<{ current: boolean }>({ current: false })
