import { createKinora, type KinoraOptions, KinoraRoot, SignInForm, useSession } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

/** Signs a person in on your page; below `Welcome` your own product begins. */
export default function SignInExample(options: KinoraOptions) {
  const [kinora] = useState(() => createKinora(options))
  return (
    <KinoraRoot kinora={kinora}>
      <Welcome />
    </KinoraRoot>
  )
}

function Welcome() {
  const session = useSession()
  if (session.kind !== 'loggedIn') return <SignInForm />
  return <h1>Hello, {session.user.displayName}</h1>
}
