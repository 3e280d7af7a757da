import { type AsyncState, areCredentials, isKinoraError } from '@kinora/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useKinora, useSession } from '../kernel/provider.tsx'
import { useAsyncState } from '../kernel/use-async-state.ts'

export interface SignIn {
  email: string
  password: string
  setEmail(value: string): void
  setPassword(value: string): void
  /** AUTH-04: whether both fields are valid. */
  ready: boolean
  working: boolean
  /** AUTH-10: ends in `failed` or `success`. */
  state: AsyncState
  error: string | undefined
  /** AUTH-12: the one sign-out after the first sign-in of this browser has just happened. */
  forced: boolean
  /** AUTH-13: the sign-in before has ended by itself or was revoked. */
  expired: boolean
  submit(event?: FormEvent): Promise<void>
}

/** AUTH-03 to AUTH-06 without any looks: the state of a sign-in form. */
export function useSignIn(onSignedIn?: () => void): SignIn {
  const { session } = useKinora()
  const state = useSession()
  const texts = useTexts()
  const [email, setEmail] = useState('')
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
    ready,
    working: sending === 'started',
    state: sending,
    error,
    forced: state.kind === 'loggedOut' && state.reason === 'forced',
    expired: state.kind === 'loggedOut' && state.reason === 'expired',
    submit,
  }
}
