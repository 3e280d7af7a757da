import { useEffect, useState } from 'react'
import type { Place } from '../router/navigation.ts'
import { useNavigation } from '../router/use-navigation.ts'

/** Goes to another address once, in place of the current one; what the address has become meanwhile doesn't matter. */
export function Go({ to }: { to: string }) {
  const navigation = useNavigation()
  const [target] = useState(to)
  useEffect(() => navigation.replace(target), [navigation, target])
  return null
}

/** The sign-in page, remembering where the way was interrupted, with its view. */
export function loginAddress({ pathname, search }: Place): string {
  const from = pathname + search
  return from === '/' ? '/login' : `/login?from=${encodeURIComponent(from)}`
}
