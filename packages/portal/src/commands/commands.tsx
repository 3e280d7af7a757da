import { commandTexts } from '@kinora/core'
import { IconButton, lazyPart, SignOut, useKinora, useTexts } from '@kinora/react'
import { Keyboard, Search } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useNavigation } from '../router/use-navigation.ts'
import { isMac, SINGLE_KEYS, shortcutOf } from './shortcut.ts'

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
      <Suspense>
        {open === 'palette' ? <Palette onClose={close} onOpen={setOpen} finalFocus={from} /> : null}
        {open === 'signOut' ? <SignOut leave={navigation.leave} onClose={close} /> : null}
        {open === 'shortcuts' ? <Shortcuts onClose={close} finalFocus={from} /> : null}
      </Suspense>
    </>
  )
}
