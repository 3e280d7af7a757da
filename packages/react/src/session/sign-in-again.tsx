import { signInAgainTexts, storageKeys, type User } from '@kinora/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useKinora } from '../kernel/provider.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { Credentials, LoginButton, useSignIn } from './sign-in-form.tsx'

export interface SignInAgainProps {
  /** Who was here when the session ended. */
  user: User
  /** Where the host, or an identity provider, signs people in; opened in a window of its own. */
  signInHref?: string | undefined
}

/** AUTH-20 in place: over the page that waits, the password, or the sign-in of the host or of an identity provider (KEY-05); put aside it says that nothing is saved meanwhile. */
export function SignInAgain({ user, signInHref }: SignInAgainProps) {
  const { hostSignsIn, store } = useKinora()
  const { text } = useTexts(signInAgainTexts)
  const isElsewhere = hostSignsIn || (signInHref !== undefined && store.getItem(storageKeys.sso) !== null)
  const [isAside, setAside] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useReturn()
  if (isAside)
    return (
      <div className="kn-offline">
        <Banner
          tone="warning"
          role="alert"
          actions={
            <Button size="compact" onClick={() => setAside(false)}>
              {text('loginPage.submit')}
            </Button>
          }
        >
          {text('ui.again.waiting')}
        </Banner>
      </div>
    )
  return (
    <Dialog
      open
      onClose={() => setAside(true)}
      title={text('ui.again.title')}
      closeLabel={text('ui.close')}
      initialFocus={first}
      className="kn-sign-in-again"
    >
      {isElsewhere ? <OfHost user={user} signInHref={signInHref} /> : <Password user={user} first={first} />}
    </Dialog>
  )
}

/** Gives the focus back to what had it when the session ended. */
function useReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
      })
    },
    [before],
  )
}

function Password({ user, first }: { user: User; first: RefObject<HTMLInputElement | null> }) {
  const { session } = useKinora()
  const { text } = useTexts(signInAgainTexts)
  const signIn = useSignIn(undefined, user.email)
  const { displayName: name } = user
  const isOther = signIn.email.trim().toLowerCase() !== user.email.toLowerCase()
  const isElsewhere = useLastAccount() !== user.userId
  return (
    <form className="kn-dialog-form" data-state={signIn.state} onSubmit={signIn.submit} noValidate>
      <p>{text(isElsewhere ? 'ui.again.elsewhere' : 'ui.again.text', { name })}</p>
      <Credentials
        signIn={signIn}
        help={isOther ? text('ui.again.other', { name }) : undefined}
        password={first}
      />
      <div className="kn-dialog-form-actions">
        <Button variant="quiet" onClick={() => void session.logout()}>
          {text('ui.account.logout')}
        </Button>
        <LoginButton signIn={signIn} />
      </div>
    </form>
  )
}

/** Who signed in last in this browser, in whichever tab. */
function useLastAccount(): string | null {
  const { store } = useKinora()
  const [userId, setUserId] = useState(() => store.getItem(storageKeys.uid))
  useEffect(() => {
    const look = () => setUserId(store.getItem(storageKeys.uid))
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [store])
  return userId
}

/** The host signs in: in a window of its own where it says which, and is asked for its token again when that is left. */
function OfHost({ user, signInHref }: SignInAgainProps) {
  const { session, hostSignsIn } = useKinora()
  const { text, error } = useTexts(signInAgainTexts)
  const [failure, setFailure] = useState<unknown>()
  const [isTrying, setTrying] = useState(false)
  const opened = useRef<Window>(null)
  const retry = async () => {
    setTrying(true)
    setFailure(undefined)
    await session.start().catch(setFailure)
    setTrying(false)
  }
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    const onFocus = () => {
      if (opened.current !== null) void latest.current()
    }
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])
  return (
    <div className="kn-dialog-form">
      <p>{text(hostSignsIn ? 'ui.again.hostText' : 'ui.again.ssoText', { name: user.displayName })}</p>
      {failure === undefined ? null : <Banner tone="negative">{error(failure)}</Banner>}
      <div className="kn-dialog-form-actions">
        <Button
          variant={signInHref === undefined ? 'primary' : 'secondary'}
          loading={isTrying}
          onClick={() => void retry()}
        >
          {text('ui.retry')}
        </Button>
        {signInHref === undefined ? null : (
          <Button
            variant="primary"
            onClick={() => {
              opened.current = window.open(signInHref, 'kinora-sign-in', 'popup,width=480,height=640')
            }}
          >
            {text('ui.again.open')}
          </Button>
        )}
      </div>
    </div>
  )
}
