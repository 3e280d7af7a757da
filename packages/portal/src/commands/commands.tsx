import { commandTexts } from '@kinora/core'
import { IconButton, lazyPart, SignOut, useKinora, useTexts } from '@kinora/react'
import { Keyboard, Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useNavigation } from '../router/use-navigation.ts'
import { isFreeKey, SINGLE_KEYS } from './free-key.ts'

const Palette = lazyPart(() => import('./palette.tsx'))
const Shortcuts = lazyPart(() => import('./shortcuts.tsx'))

/** The buttons and the keys (Ctrl or Cmd with K, `?`) that open the command palette and the list of shortcuts. */
export default function Commands() {
  const { store } = useKinora()
  const { text } = useTexts(commandTexts)
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'signOut'>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isFreeKey(event)) return
      const isPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      const isHelp = event.key === '?' && !event.ctrlKey && !event.metaKey
      if (!isPalette && (!isHelp || store.getItem(SINGLE_KEYS) === 'off')) return
      event.preventDefault()
      setOpen(isPalette ? 'palette' : 'shortcuts')
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [store])
  const navigation = useNavigation()
  const close = () => setOpen(undefined)
  return (
    <>
      <IconButton
        label={text('ui.commands.open')}
        icon={<Search size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('palette')}
      />
      <IconButton
        label={text('ui.shortcuts.title')}
        icon={<Keyboard size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        onClick={() => setOpen('shortcuts')}
      />
      <Suspense>
        {open === 'palette' ? <Palette onClose={close} onOpen={setOpen} /> : null}
        {open === 'signOut' ? <SignOut leave={navigation.leave} onClose={close} /> : null}
        {open === 'shortcuts' ? <Shortcuts onClose={close} /> : null}
      </Suspense>
    </>
  )
}
