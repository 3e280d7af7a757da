import { commandTexts, helpTexts } from '@kinora/core'
import {
  ButtonLink,
  CancelWhileLoading,
  IconButton,
  LazyBoundary,
  lazyPart,
  SignOut,
  useTexts,
} from '@kinora/react'
import { CircleQuestionMark, Keyboard, Search } from 'lucide-react'
import { useNavigation, usePlace } from '../router/navigation.ts'
import { type CommandKeys, isMac } from './command-keys.ts'

const Palette = lazyPart(() => import('./palette.tsx'))
const Shortcuts = lazyPart(() => import('./shortcuts.tsx'))

/** The buttons of the command palette, the list of shortcuts and the help, and what they and the keys open. */
export default function Commands({ open, setOpen, search, setSearch, from }: CommandKeys) {
  const { text } = useTexts(commandTexts, helpTexts)
  const { pathname } = usePlace()
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
      <ButtonLink
        href={`/help?${new URLSearchParams({ for: pathname })}`}
        variant="quiet"
        size="compact"
        aria-label={text('ui.help.page')}
        title={text('ui.help.page')}
        data-icon-only=""
        icon={<CircleQuestionMark size={16} aria-hidden="true" />}
      />
      <LazyBoundary
        fallback={open === undefined ? null : <CancelWhileLoading finalFocus={from} onCancel={close} />}
      >
        {open === 'palette' ? (
          <Palette search={search} onSearch={setSearch} onClose={close} onOpen={setOpen} finalFocus={from} />
        ) : null}
        {open === 'signOut' ? <SignOut leave={navigation.leave} onClose={close} /> : null}
        {open === 'shortcuts' ? <Shortcuts onClose={close} finalFocus={from} /> : null}
      </LazyBoundary>
    </>
  )
}
