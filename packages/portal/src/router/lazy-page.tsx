import { type ComponentType, useEffect, useState } from 'react'
import { PagePending } from './page-pending.tsx'

/** A page whose script comes when it is wanted, or before, when there is time. */
export interface LazyPage {
  load(): Promise<ComponentType>
  /** The page, once its script is here. */
  loaded(): ComponentType | undefined
}

/** A named export of a module that is loaded once; a failed load can be tried again. */
export function lazyPage<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K): LazyPage {
  let page: ComponentType | undefined
  return {
    loaded: () => page,
    async load() {
      page ??= (await load())[name]
      return page
    },
  }
}

/** A page that came with the first script. */
export const readyPage = (page: ComponentType): LazyPage => ({ loaded: () => page, load: async () => page })

/** Shows the page, at once where its script is here. A script that does not come breaks the page, not the portal. */
export function Page({ page }: { page: LazyPage }) {
  const [, setCame] = useState<LazyPage>()
  const [failure, setFailure] = useState<{ page: LazyPage; error: unknown }>()
  const Loaded = page.loaded()
  useEffect(() => {
    if (Loaded !== undefined) return
    page.load().then(
      () => setCame(page),
      error => setFailure({ page, error }),
    )
  }, [page, Loaded])
  if (failure?.page === page) throw failure.error
  return Loaded === undefined ? <PagePending /> : <Loaded />
}
