import { type Endpoint, type Input, type KinoraError, type Output, siteContent } from '@kinora/core'
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import { useViewer } from './provider.tsx'

interface Options {
  /** A class, not a list: another one isn’t shown in its place while it is read. */
  isOneThing?: boolean
}

/** EMBED-04: what the site shows, by an endpoint of `siteContent`; read again as often as the page of the viewer says. */
export function useContent<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { isOneThing = false }: Options = {},
) {
  const { viewer } = useViewer()
  const queries = viewer.shared('queries', () => new QueryClient())
  return useQuery<Output<E>, KinoraError>(
    {
      queryKey: [endpoint.path, input],
      queryFn: ({ signal }) => viewer.send(endpoint, input, { signal }),
      refetchInterval: viewer.refreshEvery,
      ...(!isOneThing && { placeholderData: keepPreviousData as never }),
      retry: false,
    },
    queries,
  )
}

export { siteContent }
