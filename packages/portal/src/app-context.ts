import type { Theme, TitleSelection } from '@kinora/react'
import { createContext, type RefObject } from 'react'

/** The chosen appearance, kept in this browser. */
export const ThemeContext = createContext<{ theme: Theme; setTheme(theme: Theme): void }>({
  theme: 'system',
  setTheme() {},
})

/** What is selected in the list of the page, for the command palette to act on. */
export const SelectionContext = createContext<RefObject<TitleSelection | undefined>>({ current: undefined })

/** Whether another account has followed in place, so that its page begins at home. */
export const OtherAccountContext = createContext<{ current: boolean }>({ current: false })
