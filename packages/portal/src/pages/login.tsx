import { SignInForm, useKinora, useSession, useSso } from '@kinora/react'
import { usePlace } from '../router/navigation.ts'
import { Brand, Go } from '../shell/shell.tsx'

/** NAV-02, AUTH-07: the sign-in page; redirects who is signed in already to the requested page. */
export function LoginPage() {
  const state = useSession()
  const { productName } = useKinora()
  const { search } = usePlace()
  const sso = useSso()
  const from = new URLSearchParams(search).get('from') ?? sso.from ?? null
  if (state.kind === 'loggedIn') return <Go to={from !== null && isOwn(from) ? from : '/'} />
  return (
    <main className="portal-login">
      <div className="portal-login-card">
        <Brand name={productName} compact={false} />
        <SignInForm takesFocus sso={sso} from={from ?? undefined} />
      </div>
    </main>
  )
}

/** Whether an address leads to a page of this portal, however it is written. */
const isOwn = (address: string): boolean =>
  address.startsWith('/') && URL.parse(address, window.location.origin)?.origin === window.location.origin
