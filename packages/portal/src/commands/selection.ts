import type { TitleSelection } from '@kinora/react'
import { createContext, type RefObject } from 'react'

/** What is selected in the list of the page, for the command palette to act on. */
export const SelectionContext = createContext<RefObject<TitleSelection | undefined>>({ current: undefined })
