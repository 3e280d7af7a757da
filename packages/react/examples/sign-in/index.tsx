import { createKinora, type KinoraOptions, KinoraRoot, useUser } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

/** Signs a person in on your page: without `getToken` Kinora shows its sign-in form; below `Welcome` your own product begins. */
export default function SignInExample(options: KinoraOptions) {
  const [kinora] = useState(() => createKinora(options))
  return (
    <KinoraRoot kinora={kinora}>
      <Welcome />
    </KinoraRoot>
  )
}

const Welcome = () => <h1>Hello, {useUser().displayName}</h1>
