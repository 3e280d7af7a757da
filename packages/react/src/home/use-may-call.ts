import { type Endpoint, type Right, refusalInSession } from '@kinora/core'
import { useCallback } from 'react'
import { useSession } from '../kernel/provider.tsx'

/** KEY-06: whether whoever is signed in may make a call: an embed session by the rights that it tells, anybody else as the server says. */
export function useMayCall(): (endpoint: Endpoint) => boolean {
  const state = useSession()
  const embed = state.kind === 'loggedIn' ? state.user.embed : undefined
  return useCallback(
    endpoint =>
      embed === undefined ||
      refusalInSession(endpoint, { ...embed, rights: embed.rights as readonly Right[] }) === undefined,
    [embed],
  )
}
