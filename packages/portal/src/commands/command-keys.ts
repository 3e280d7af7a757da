import { isCommandKey, isDialogOpen, typedInto, useKinora } from '@kinora/react'
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

type Opened = 'palette' | 'shortcuts' | 'signOut'

export interface CommandKeys {
  open: Opened | undefined
  setOpen: (opened: Opened | undefined) => void
  /** The words of the palette. */
  search: string
  setSearch: Dispatch<SetStateAction<string>>
  /** What had the focus when a key opened a dialog. */
  from: RefObject<HTMLElement | null>
}

/**
 * The keys (Ctrl or Cmd with K, `?`) that open the command palette and the list of shortcuts, and `/` for a list’s search. They
 * work before the script of what they open has come.
 */
export function useCommandKeys(): CommandKeys {
  const [open, setOpened] = useState<Opened>()
  const [search, setSearch] = useState('')
  const setOpen = useCallback((opened: Opened | undefined) => {
    setSearch('')
    setOpened(opened)
  }, [])
  const from = useRef<HTMLElement>(null)
  useKeys({ open, setOpen, from })
  useTypedAhead(open === 'palette', setSearch)
  return { open, setOpen, search, setSearch, from }
}

/** The keys that open the palette and the list of shortcuts wherever one is, and `/`. */
function useKeys({ open, setOpen, from }: Pick<CommandKeys, 'open' | 'setOpen' | 'from'>): void {
  const { store } = useKinora()
  // They work from the frame in which the page is seen.
  useLayoutEffect(() => {
    const openBy = (event: KeyboardEvent, opened: 'palette' | 'shortcuts') => {
      event.preventDefault()
      if (open === 'palette') return
      const { activeElement } = document
      const focused = activeElement instanceof HTMLElement ? activeElement : null
      if (open === undefined) from.current = focused
      // What is typed until the palette is there would go into the field beneath.
      focused?.blur()
      setOpen(opened)
    }
    // Before an editor or a grid that takes every key.
    const onPaletteKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.stopPropagation()
      openBy(event, 'palette')
    }
    const onSingleKey = (event: KeyboardEvent) => {
      const action = store.getItem(SINGLE_KEYS) === 'off' ? undefined : singleKeyOf(event)
      if (action === 'list') focusListSearch(event)
      else if (action !== undefined) openBy(event, action)
    }
    window.addEventListener('keydown', onPaletteKey, true)
    window.addEventListener('keydown', onSingleKey)
    return () => {
      window.removeEventListener('keydown', onPaletteKey, true)
      window.removeEventListener('keydown', onSingleKey)
    }
  }, [store, open, setOpen, from])
}

/** What is typed before the palette has come and its field has the focus is the beginning of its search. */
function useTypedAhead(isOpen: boolean, setSearch: Dispatch<SetStateAction<string>>): void {
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      const isInDialog = document.activeElement?.closest('[role=dialog]') != null
      if (isInDialog || event.isComposing || event.repeat || event.defaultPrevented) return
      const { key, ctrlKey, metaKey, altKey } = event
      if (typedInto('-', event) === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setSearch(words => typedInto(words, { key, ctrlKey, metaKey, altKey }) ?? words)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [isOpen, setSearch])
}

/** Where this browser keeps whether keys without Ctrl or Cmd are shortcuts (WCAG 2.1.4): `off` or nothing. */
export const SINGLE_KEYS = 'kinora.singleKeys'

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

type Press = Parameters<typeof isCommandKey>[0] &
  Pick<KeyboardEvent, 'defaultPrevented' | 'isComposing' | 'composedPath'>

/** With Ctrl, on a Mac with Cmd (Ctrl+K deletes to the end of a line there), it works wherever the focus is. */
const isPaletteKey = (press: Press): boolean =>
  !press.isComposing && isCommandKey(press, 'k') && (isMac ? press.metaKey : press.ctrlKey)

/** What a single key does: only where nobody types and no dialog is open. */
function singleKeyOf(press: Press): 'shortcuts' | 'list' | undefined {
  const action = press.key === '?' ? 'shortcuts' : press.key === '/' ? 'list' : undefined
  const isOther =
    press.defaultPrevented || press.isComposing || press.ctrlKey || press.metaKey || press.altKey
  return isOther || isTyped(press) || isDialogOpen() ? undefined : action
}

/** `/` goes to the search of the page’s list, and stays the browser’s own where there is none. */
function focusListSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (search === null) return
  event.preventDefault()
  search.focus()
  search.select()
}

const textFields =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]'

function isTyped(press: Press): boolean {
  const [target] = press.composedPath()
  return target instanceof Element && target.closest(textFields) !== null
}
