import { type AsyncState, areCredentials, isKinoraError } from '@kinora/core'
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, type Ref, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useKinora, useSessionState } from '../kernel/provider.tsx'
import { useAsyncState } from '../kernel/use-async-state.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextInput, type TextInputProps } from '../ui/form/text-input.tsx'
import { usePageTitle } from '../ui/frame/page-title.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Banner } from '../ui/status/banner.tsx'
import type { Sso } from './use-sso.ts'

export interface SignInFormProps {
  /** Called once signed in. */
  onSignedIn?: () => void
  className?: string
  /** Where it is the page: who comes can type at once. */
  takesFocus?: boolean
  /** KEY-05: beside e-mail and password, or instead of them; the page that browsers come back to has it. */
  sso?: Sso
  /** The page to come back to. */
  from?: string | undefined
}

/** AUTH-03: the sign-in card: e-mail, password, login button, and what went wrong beside the button. */
export function SignInForm({ onSignedIn, className, takesFocus = false, sso, from }: SignInFormProps) {
  const signIn = useSignIn(onSignedIn)
  const { text } = useTexts()
  const title = text('loginPage.title')
  usePageTitle(title)
  return (
    <form
      className={`kn-sign-in ${className ?? ''}`}
      data-state={signIn.state}
      onSubmit={signIn.submit}
      noValidate
    >
      <h1 className="kn-sign-in-title">{title}</h1>
      {signIn.isExpired ? <Banner tone="info">{text('ui.signIn.expired')}</Banner> : null}
      {signIn.isForced ? <Banner tone="info">{text('ui.signIn.forced')}</Banner> : null}
      {sso?.isOnly ? null : (
        <>
          <Credentials
            signIn={signIn}
            email={{ autoFocus: takesFocus, 'data-page-start': takesFocus ? '' : undefined }}
          />
          <LoginButton signIn={signIn} />
        </>
      )}
      {sso === undefined ? null : <IdentityProviders sso={sso} from={from} />}
    </form>
  )
}

/** A button for each identity provider, and why nobody was signed in. */
function IdentityProviders({ sso, from }: { sso: Sso; from: string | undefined }) {
  const { text } = useTexts()
  const { providers, isOnly, isWorking, error } = sso
  return (
    <>
      {isOnly || providers.length === 0 ? null : <p className="kn-sign-in-or">{text('ui.signIn.or')}</p>}
      {error === undefined ? null : <Banner tone="negative">{error}</Banner>}
      {providers.map(({ identityProviderId: id, name }) => (
        <Button
          key={id}
          variant={isOnly ? 'primary' : 'secondary'}
          disabled={isWorking}
          onClick={() => void sso.start(id, from)}
        >
          {text('ui.signIn.sso', { name })}
        </Button>
      ))}
      {isWorking ? <p role="status">{text('ui.signIn.ssoWorking')}</p> : null}
    </>
  )
}

interface CredentialsProps {
  signIn: SignIn
  /** What the two inputs have besides; `help` stands beneath the address. */
  email?: TextInputProps & { 'data-page-start'?: string | undefined }
  help?: string | undefined
  password?: Ref<HTMLInputElement>
}

/** E-mail address and password, and what went wrong with them. */
export function Credentials({ signIn, email, help, password }: CredentialsProps) {
  const { text } = useTexts()
  return (
    <>
      <Field label={text('loginPage.email')} help={help}>
        <TextInput
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...email}
          value={signIn.email}
          onChange={event => signIn.setEmail(event.target.value)}
        />
      </Field>
      <Field label={text('loginPage.password')}>
        <PasswordInput
          ref={password}
          name="password"
          autoComplete="current-password"
          value={signIn.password}
          onChange={event => signIn.setPassword(event.target.value)}
        />
      </Field>
      {signIn.error ? <Banner tone="negative">{signIn.error}</Banner> : null}
    </>
  )
}

export function LoginButton({ signIn }: Pick<CredentialsProps, 'signIn'>) {
  const { text } = useTexts()
  return (
    <Button type="submit" variant="primary" disabled={!signIn.isReady} loading={signIn.isWorking}>
      {signIn.isWorking ? text('ui.signIn.working') : text('loginPage.submit')}
    </Button>
  )
}

/** A password that can be shown; inside a Field. */
export function PasswordInput(props: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  const { text } = useTexts()
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={
        <IconButton
          label={text(shown ? 'ui.signIn.hide' : 'ui.signIn.show')}
          aria-pressed={shown}
          icon={shown ? <EyeOff size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

export interface SignIn {
  email: string
  password: string
  setEmail(value: string): void
  setPassword(value: string): void
  /** AUTH-04: whether both fields are valid. */
  isReady: boolean
  isWorking: boolean
  /** AUTH-10: ends in `failed` or `success`. */
  state: AsyncState
  error: string | undefined
  /** AUTH-12: the one sign-out after the first sign-in of this browser has just happened. */
  isForced: boolean
  /** AUTH-13: the sign-in before has ended by itself or was revoked. */
  isExpired: boolean
  submit(event?: FormEvent): Promise<void>
}

/** AUTH-03 to AUTH-06 without any looks: the state of a sign-in form, which begins with an e-mail address where one is given. */
export function useSignIn(onSignedIn?: () => void, account = ''): SignIn {
  const { session } = useKinora()
  const state = useSessionState()
  const texts = useTexts()
  const [email, setEmail] = useState(account)
  const [password, setPassword] = useState('')
  const [sending, tell] = useAsyncState()
  const [error, setError] = useState<string>()
  const ready = areCredentials({ email: email.trim(), password })

  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    if (!ready || sending === 'started') return
    tell('start')
    setError(undefined)
    try {
      const after = await session.login({ email: email.trim(), password })
      tell('succeed')
      if (after.kind === 'loggedIn') onSignedIn?.()
      else setPassword('')
    } catch (failure) {
      tell('fail')
      const refused = isKinoraError(failure) && failure.code === 'unauthorised'
      setError(refused ? texts.text('loginPage.loginErrors') : texts.error(failure))
    }
  }

  return {
    email,
    password,
    setEmail,
    setPassword,
    isReady: ready,
    isWorking: sending === 'started',
    state: sending,
    error,
    isForced: state.kind === 'loggedOut' && state.reason === 'forced',
    isExpired: state.kind === 'loggedOut' && state.reason === 'expired',
    submit,
  }
}
