import { createKinora, type KinoraOptions, KinoraProvider, Root, SignInForm, useSession } from '@kinora/react'
import '@kinora/react/styles.css'
import { useEffect, useState } from 'react'

/** Signs a person in on your page; below `Welcome` your own product begins. */
export default function SignInExample(options: KinoraOptions) {
  const [kinora] = useState(() => createKinora(options))
  useEffect(() => void kinora.session.start(), [kinora])
  return (
    <KinoraProvider kinora={kinora}>
      <Root>
        <Welcome />
      </Root>
    </KinoraProvider>
  )
}

function Welcome() {
  const session = useSession()
  if (session.kind === 'unknown') return null
  if (session.kind === 'loggedOut') return <SignInForm />
  return <h1>Hello, {session.user.displayName}</h1>
}
