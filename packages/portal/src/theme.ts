import type { Theme } from '@kinora/react'
import { createContext } from 'react'

/** The chosen appearance, kept in this browser. */
export const ThemeContext = createContext<{ theme: Theme; setTheme(theme: Theme): void }>({
  theme: 'system',
  setTheme() {},
})
