import type { Role } from '@kinora/core'
import type { ReactNode } from 'react'
import { useSession } from './provider.tsx'

export interface RoleGateProps {
  role: Role
  /** Renders for every role but the given one. */
  inverted?: boolean
  children: ReactNode
}

/** ROLE-03: shows its children only to one role, or to all the others. Hiding is comfort; the server decides. */
export function RoleGate({ role, inverted = false, children }: RoleGateProps) {
  const state = useSession()
  if (state.kind !== 'loggedIn') return null
  return (state.user.role === role) !== inverted ? children : null
}
