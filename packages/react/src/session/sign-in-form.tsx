import { useTexts } from '../kernel/message.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { usePageTitle } from '../ui/frame/page-title.ts'
import { Banner } from '../ui/status/banner.tsx'
import { PasswordInput } from './password-input.tsx'
import { useSignIn } from './use-sign-in.ts'

export interface SignInFormProps {
  /** Called once signed in. */
  onSignedIn?: () => void
  className?: string
  /** Where it is the page: who comes can type at once. */
  takesFocus?: boolean
}

/** AUTH-03: the sign-in card: e-mail, password, login button, and what went wrong beside the button. */
export function SignInForm({ onSignedIn, className, takesFocus = false }: SignInFormProps) {
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
      {signIn.expired ? <Banner tone="info">{text('ui.signIn.expired')}</Banner> : null}
      {signIn.forced ? <Banner tone="info">{text('ui.signIn.forced')}</Banner> : null}
      <Field label={text('loginPage.email')}>
        <TextInput
          type="email"
          name="email"
          autoFocus={takesFocus}
          data-page-start={takesFocus ? '' : undefined}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={signIn.email}
          onChange={event => signIn.setEmail(event.target.value)}
        />
      </Field>
      <Field label={text('loginPage.password')}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          value={signIn.password}
          onChange={event => signIn.setPassword(event.target.value)}
        />
      </Field>
      {signIn.error ? <Banner tone="negative">{signIn.error}</Banner> : null}
      <Button type="submit" variant="primary" disabled={!signIn.ready} loading={signIn.working}>
        {signIn.working ? text('ui.signIn.working') : text('loginPage.submit')}
      </Button>
    </form>
  )
}
