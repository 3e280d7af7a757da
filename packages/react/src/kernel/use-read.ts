import { type Endpoint, type Input, type KinoraError, type Output, touchedBy } from '@kinora/core'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { Kinora } from './kinora.ts'
import { useActingTenant, useKinora, useSession } from './provider.tsx'

export interface ReadOptions {
  enabled?: boolean
  /** Milliseconds between polls while mounted; false for none. */
  refetchInterval?: number | false
  /** Shows the former answer while a changed input is fetched; never one that another tenant got. */
  keepPrevious?: boolean
}

/** A noun's name, for all its answers, or an endpoint, for its own. */
export type ReadTarget = string | Endpoint

export const nounOf = (endpoint: Endpoint): string => endpoint.id.split('.')[0]!

/** Key of an answer: the noun first, so that a write can invalidate everything that was read of it. */
function readKey(endpoint: Endpoint, input: unknown, tenantId?: string) {
  return [nounOf(endpoint), endpoint.id, input, tenantId] as const
}

export function readOptions<E extends Endpoint>(
  kinora: Kinora,
  endpoint: E,
  input: Input<E>,
  tenantId?: string,
) {
  return queryOptions<Output<E>, KinoraError>({
    queryKey: readKey(endpoint, input, tenantId),
    queryFn: ({ signal }) => kinora.session.send(endpoint, input, { signal }),
  })
}

/** The keys of targets and of what is made of their nouns' answers (`derivedFrom`), each once. */
function toKeys(targets: readonly ReadTarget[]): string[][] {
  const keys = targets.flatMap(target => {
    const noun = typeof target === 'string' ? target : nounOf(target)
    const [, ...derived] = touchedBy(noun)
    return [typeof target === 'string' ? [noun] : [noun, target.id], ...derived.map(each => [each])]
  })
  return [...new Map(keys.map(key => [key.join(' '), key])).values()]
}

/** Has answers read again and those made of them, those on the page at once unless `none`; resolves once they are fresh. */
export function useInvalidate(): (
  targets: readonly ReadTarget[],
  refetchType?: 'active' | 'none',
) => Promise<void> {
  const { queries } = useKinora()
  return useCallback(
    async (targets, refetchType = 'active') => {
      const keys = toKeys(targets)
      await Promise.all(keys.map(queryKey => queries.invalidateQueries({ queryKey, refetchType })))
    },
    [queries],
  )
}

/** Reads an endpoint; the answer is shared between components and thrown away at sign-out. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: ReadOptions = {},
): UseQueryResult<Output<E>, KinoraError> {
  const kinora = useKinora()
  const session = useSession()
  const tenantId = useActingTenant()?.tenantId
  return useQuery({
    ...readOptions(kinora, endpoint, input, tenantId),
    enabled: (options.enabled ?? true) && session.kind === 'loggedIn',
    refetchInterval: options.refetchInterval ?? false,
    placeholderData: (previous, query) =>
      options.keepPrevious && query?.queryKey[3] === tenantId ? previous : undefined,
  } as Parameters<typeof useQuery<Output<E>, KinoraError>>[0])
}

/**
 * For what deletes the row that its page shows: a read of it would only say that it is gone. Once called, queries that show the
 * row are invalidated when the page unmounts; goes with `leaves` of `useWrite`.
 */
export function useInvalidateOnUnmount(targets: readonly ReadTarget[]): () => void {
  const invalidate = useInvalidate()
  const isDeleted = useRef(false)
  const latest = useRef(targets)
  latest.current = targets
  useEffect(() => () => void (isDeleted.current && invalidate(latest.current)), [invalidate])
  return () => {
    isDeleted.current = true
  }
}
