import { SignInForm, useKinora, useSession } from '@kinora/react'
import { useLocation } from '@tanstack/react-router'
import { Brand } from '../shell/brand.tsx'
import { Go } from '../shell/go.tsx'

/** NAV-02, AUTH-07: the sign-in page; whoever is signed in goes on to where they wanted to be. */
export function LoginPage() {
  const state = useSession()
  const { productName } = useKinora()
  const { searchStr } = useLocation()
  const from = new URLSearchParams(searchStr).get('from')
  if (state.kind === 'loggedIn')
    return <Go to={from?.startsWith('/') && !from.startsWith('//') ? from : '/'} />
  return (
    <main className="portal-login">
      <div className="portal-login-card">
        <Brand name={productName} compact={false} />
        <SignInForm />
      </div>
    </main>
  )
}
