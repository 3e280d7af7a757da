import type { Endpoint, Input, KinoraError, Output, SendOptions } from '@kinora/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useKinora } from './provider.tsx'

export interface WriteOptions<E extends Endpoint> {
  /** Nouns whose answers are read again afterwards; the endpoint's own noun unless given. */
  invalidates?: readonly string[]
  onSuccess?: (output: Output<E>, input: Input<E>) => void
  send?: SendOptions
}

/** Calls an endpoint that changes something. */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  options: WriteOptions<E> = {},
): UseMutationResult<Output<E>, KinoraError, Input<E>> {
  const kinora = useKinora()
  return useMutation<Output<E>, KinoraError, Input<E>>({
    mutationFn: input => kinora.session.send(endpoint, input, options.send),
    onSuccess: async (output, input) => {
      const nouns = options.invalidates ?? [endpoint.id.split('.')[0]!]
      await Promise.all(nouns.map(name => kinora.queries.invalidateQueries({ queryKey: [name] })))
      options.onSuccess?.(output, input)
    },
  })
}
