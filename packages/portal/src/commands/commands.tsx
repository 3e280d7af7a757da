import { commandTexts } from '@kinora/core'
import {
  CancelWhileLoading,
  IconButton,
  isCommandKey,
  isDialogOpen,
  lazyPart,
  SignOut,
  useKinora,
  useTexts,
} from '@kinora/react'
import { Keyboard, Search } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useNavigation } from '../router/navigation.ts'

const Palette = lazyPart(() => import('./palette.tsx'))
const Shortcuts = lazyPart(() => import('./shortcuts.tsx'))

/** The buttons and the keys (Ctrl or Cmd with K, `?`) that open the command palette and the list of shortcuts. */
export default function Commands() {
  const { store } = useKinora()
  const { text } = useTexts(commandTexts)
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'signOut'>()
  /** What had the focus when a key opened a dialog. */
  const from = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const opened = shortcutOf(event, store.getItem(SINGLE_KEYS) !== 'off')
      if (opened === undefined) return
      event.preventDefault()
      if (open === 'palette') return
      const { activeElement } = document
      const focused = activeElement instanceof HTMLElement ? activeElement : null
      if (open === undefined) from.current = focused
      // What is typed until the palette is there would go into the field beneath.
      focused?.blur()
      setOpen(opened)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [store, open])
  const navigation = useNavigation()
  const close = () => setOpen(undefined)
  const press = (which: 'palette' | 'shortcuts') => () => {
    from.current = null
    setOpen(which)
  }
  return (
    <>
      <IconButton
        label={text('ui.commands.open')}
        icon={<Search size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={press('palette')}
      />
      <IconButton
        label={text('ui.shortcuts.title')}
        icon={<Keyboard size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        onClick={press('shortcuts')}
      />
      <Suspense
        fallback={open === undefined ? null : <CancelWhileLoading finalFocus={from} onCancel={close} />}
      >
        {open === 'palette' ? <Palette onClose={close} onOpen={setOpen} finalFocus={from} /> : null}
        {open === 'signOut' ? <SignOut leave={navigation.leave} onClose={close} /> : null}
        {open === 'shortcuts' ? <Shortcuts onClose={close} finalFocus={from} /> : null}
      </Suspense>
    </>
  )
}

/** Where this browser keeps whether keys without Ctrl or Cmd are shortcuts (WCAG 2.1.4): `off` or nothing. */
export const SINGLE_KEYS = 'kinora.singleKeys'

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

type Press = Parameters<typeof isCommandKey>[0] &
  Pick<KeyboardEvent, 'defaultPrevented' | 'isComposing' | 'composedPath'>

/** What a key opens. With Ctrl, on a Mac with Cmd (Ctrl+K deletes to the end of a line there), it works wherever the focus is; a single key only where nobody types and no dialog is open. */
function shortcutOf(press: Press, singleKeys: boolean): 'palette' | 'shortcuts' | undefined {
  if (press.defaultPrevented || press.isComposing) return undefined
  if (isCommandKey(press, 'k') && (isMac ? press.metaKey : press.ctrlKey)) return 'palette'
  const isSingle = press.key === '?' && !press.ctrlKey && !press.metaKey && !press.altKey
  if (!isSingle || !singleKeys || isTyped(press) || isDialogOpen()) return undefined
  return 'shortcuts'
}

const textFields =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]'

function isTyped(press: Press): boolean {
  const [target] = press.composedPath()
  return target instanceof Element && target.closest(textFields) !== null
}
