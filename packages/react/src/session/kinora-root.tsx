import { directionOf, isKinoraError, toToastDuration } from '@kinora/core'
import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from '../kernel/error-boundary.tsx'
import { HelpContext, type HelpHref } from '../kernel/help.tsx'
import type { Kinora } from '../kernel/kinora.ts'
import { useIsSpoken, useLocale } from '../kernel/locale.ts'
import { useTexts } from '../kernel/message.ts'
import { KinoraProvider, useKinora, useSession, useSessionState } from '../kernel/provider.tsx'
import { Root, type RootProps } from '../ui/frame/root.tsx'
import { LazyBoundary, lazyPart, onLostScripts } from '../ui/lazy-part.tsx'
import { ToastProvider, useToasts } from '../ui/overlay/toast.tsx'
import { ErrorState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

export interface KinoraRootProps extends RootProps {
  kinora: Kinora
  /** Shown while it is unknown who is here; the shape of lines that are coming unless given. */
  fallback?: ReactNode
  /** Shown while nobody is signed in. Unless given: the sign-in form, or, with `getToken`, a word and a button that asks for the token again. */
  signedOut?: ReactNode
  /** Called once when nobody is, or no longer, signed in. Where it returns a promise, `getToken` is asked again after it. */
  onSessionEnd?: SessionEndListener
  /** Where the host signs people in. A session that ends while its page is in use opens it in a window of its own; the page waits. */
  signInHref?: string
  /** Where the host explains a refusal, by its code; its messages then lead there. Keep it stable. */
  helpHref?: HelpHref
}

/**
 * Wrap Kinora's components in it: it provides the client, tokens, theme and messages, and starts the session (ERR-15). A failure
 * inside, or a missing token, is shown in place and leaves the rest of your page alone.
 */
export function KinoraRoot(props: KinoraRootProps) {
  const {
    kinora,
    fallback = <Waiting />,
    signedOut,
    onSessionEnd,
    signInHref,
    helpHref,
    children,
    ...root
  } = props
  return (
    <KinoraProvider kinora={kinora}>
      <HelpContext.Provider value={helpHref}>
        <SpokenRoot {...root}>
          <Messages>
            <Guarded>
              <SessionStart fallback={fallback}>
                <SessionGate signedOut={signedOut} onSessionEnd={onSessionEnd} signInHref={signInHref}>
                  {children}
                </SessionGate>
              </SessionStart>
            </Guarded>
          </Messages>
        </SpokenRoot>
      </HelpContext.Provider>
    </KinoraProvider>
  )
}

/** EMBED-05: the page runs as its language does; in English as what is around it. */
function SpokenRoot(props: RootProps) {
  const locale = useLocale()
  const spoken = locale === 'en' ? {} : { lang: locale, dir: directionOf(locale) }
  return <Root {...spoken} {...props} />
}

/** EMBED-01: what a host sees that waits for its own token. */
function Waiting() {
  const { text } = useTexts()
  return (
    <div className="kn-waiting" role="status">
      <VisuallyHidden>{text('ui.loading')}</VisuallyHidden>
      <Skeleton width="60%" height={28} />
      <Skeleton />
      <Skeleton width="80%" />
    </div>
  )
}

/** A session that begins or ends gives what has failed another try. */
function Guarded({ children }: { children: ReactNode }) {
  return <ErrorBoundary resetKey={useSession().kind}>{children}</ErrorBoundary>
}

function Messages({ children }: { children: ReactNode }) {
  const { text } = useTexts()
  return (
    <ToastProvider
      label={text('ui.notifications')}
      dismissLabel={text('ui.dismiss')}
      duration={toToastDuration}
    >
      <LostScripts />
      {children}
    </ToastProvider>
  )
}

/** A part that doesn't come is said for as long as it doesn't, with the way to go on. */
function LostScripts() {
  const { text } = useTexts()
  const { show, dismiss } = useToasts()
  const shown = useRef({ id: 0, count: 0 })
  useEffect(
    () =>
      onLostScripts(count => {
        const { id, count: before } = shown.current
        shown.current.count = count
        if (count > 0 && count <= before) return
        // Several are lost at once; one word is enough.
        dismiss(id)
        if (count === 0) return
        const action = { label: text('ui.reload'), onSelect: () => location.reload() }
        shown.current.id = show({ text: text('ui.scriptLost'), tone: 'negative', sticky: true, action })
      }),
    [text, show, dismiss],
  )
  return null
}

export interface SessionStartProps {
  /** Shown while it is unknown who is here (AUTH-18). */
  fallback?: ReactNode
  children: ReactNode
}

/** Restores the session, then shows the page; an unreachable server is reported, with a button to retry. */
export function SessionStart({ fallback = null, children }: SessionStartProps): ReactNode {
  const { session } = useKinora()
  const state = useSession()
  const { text, error } = useTexts()
  const [failure, setFailure] = useState<unknown>()
  const start = useCallback(() => {
    setFailure(undefined)
    session.start().catch(setFailure)
  }, [session])
  useEffect(start, [start])
  const isSpoken = useIsSpoken()
  if (!isSpoken) return fallback
  if (state.kind !== 'unknown') return children
  if (failure === undefined) return fallback
  const title = titleOf(failure)
  return (
    <ErrorState
      isPage
      title={text(title)}
      text={title === 'ui.server.title' ? `${error(failure)}. ${text('ui.server.text')}` : error(failure)}
      onRetry={start}
      retryLabel={text('ui.retry')}
    />
  )
}

/** Whose doing it is that nobody knows who is here: the host's, the server's, or the way between them. */
function titleOf(failure: unknown) {
  const code = isKinoraError(failure) ? failure.issues[0]?.code : undefined
  if (code === 'ui.host.failed') return 'ui.host.failedTitle'
  return code === 'ui.host.refused' ? 'ui.host.refusedTitle' : 'ui.server.title'
}

export type SessionEnd = 'none' | 'logout' | 'expired' | 'forced'

/**
 * Called when nobody is signed in, once until somebody is; where it returns a promise, the session is tried again once that is
 * kept.
 */
export type SessionEndListener = (reason: SessionEnd) => unknown

type SessionGateProps = Pick<KinoraRootProps, 'signedOut' | 'onSessionEnd' | 'signInHref' | 'children'>

/** Loaded when a session ends. */
const SignInAgain = lazyPart(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }))

/**
 * Shows its content while somebody is signed in: a missing or wrong token never reaches a component that needs a user. Where the
 * session ends by itself, the content stays and waits for who was here; with another account it begins anew.
 */
function SessionGate({ signedOut = <SignedOut />, onSessionEnd, signInHref, children }: SessionGateProps) {
  const state = useSessionState()
  const { session } = useKinora()
  const held = state.kind === 'loggedOut' ? state.held : undefined
  useHold()
  const visit = useVisit(state.kind === 'loggedIn' ? state.user.userId : held?.user.userId)
  const reason = state.kind === 'loggedOut' ? state.reason : undefined
  const isOut = reason !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each end, whatever else changes
  useEffect(() => {
    if (reason === undefined) return
    const answer = onSessionEnd?.(reason)
    if (answer instanceof Promise) answer.then(() => session.start()).catch(() => undefined)
  }, [isOut, session])
  return (
    <>
      <Fragment key={visit}>{isOut && held === undefined ? signedOut : children}</Fragment>
      {held === undefined ? null : (
        <LazyBoundary>
          <SignInAgain user={held.user} signInHref={signInHref} />
        </LazyBoundary>
      )}
    </>
  )
}

/** While the page is there, a session that ends waits in it; what another tab does to it is found out at once. */
function useHold(): void {
  const { session, hostSignsIn } = useKinora()
  useEffect(() => session.hold(), [session])
  useEffect(() => {
    if (hostSignsIn) return
    const look = ({ key }: StorageEvent) => {
      if (key === null || /(^|\.)(token|uid)$/.test(key)) void session.recheck().catch(() => undefined)
    }
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [session, hostSignsIn])
}

/** Counts up where one account follows another without the sign-in page between: nothing of the one before stays on the page. */
function useVisit(userId: string | undefined): number {
  const [visit, setVisit] = useState({ userId, count: 0 })
  if (visit.userId === userId) return visit.count
  const isOther = visit.userId !== undefined && userId !== undefined
  const next = { userId, count: visit.count + (isOther ? 1 : 0) }
  setVisit(next)
  return next.count
}

/** Loaded where Kinora signs people in itself. */
const SignInForm = lazyPart(async () => ({ default: (await import('./sign-in-form.tsx')).SignInForm }))

/** The sign-in form; where the host signs people in, the word that it has to. */
function SignedOut() {
  const { hostSignsIn } = useKinora()
  if (hostSignsIn) return <NoToken />
  return (
    <LazyBoundary>
      <SignInForm />
    </LazyBoundary>
  )
}

function NoToken() {
  const { session } = useKinora()
  const state = useSession()
  const { text, error } = useTexts()
  const [failure, setFailure] = useState<unknown>()
  const [retrying, setRetrying] = useState(false)
  const hasEnded = state.kind === 'loggedOut' && state.reason === 'expired'
  const retry = async () => {
    setRetrying(true)
    setFailure(undefined)
    await session.start().catch(setFailure)
    setRetrying(false)
  }
  return (
    <ErrorState
      title={text(hasEnded ? 'ui.host.endedTitle' : 'ui.host.signedOutTitle')}
      text={failure === undefined ? text('ui.host.signInText') : error(failure)}
      onRetry={() => void retry()}
      retrying={retrying}
      retryLabel={text('ui.retry')}
    />
  )
}
