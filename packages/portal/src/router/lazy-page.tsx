import { Skeleton, useTexts } from '@kinora/react'
import { type ComponentType, useEffect, useState } from 'react'

/** The `$name` parts of the address that a page stands for. */
export interface PageProps {
  params: Readonly<Record<string, string>>
}

type PageComponent = ComponentType<PageProps>

/** A page whose script comes when it is wanted, or before, when there is time. */
export interface LazyPage {
  load(): Promise<PageComponent>
  /** The page, once its script is here. */
  loaded(): PageComponent | undefined
}

/** A named export of a module that is loaded once; a failed load can be tried again. */
export function lazyPage<K extends string>(load: () => Promise<Record<K, PageComponent>>, name: K): LazyPage {
  let page: PageComponent | undefined
  return {
    loaded: () => page,
    async load() {
      page ??= (await load())[name]
      return page
    },
  }
}

/** Shows the page, at once where its script is here. A script that does not come breaks the page, not the portal. */
export function Page({ page, params }: PageProps & { page: LazyPage }) {
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
  return Loaded === undefined ? <PagePending /> : <Loaded params={params} />
}

/** Milliseconds in which a page's script usually comes; nothing flickers meanwhile. */
const SKELETON_DELAY = 150

/** A placeholder for a page whose script is on its way. */
export function PagePending() {
  const { text } = useTexts()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_DELAY)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label={text('ui.loading')} aria-busy="true">
      {late ? <Skeleton width="220px" height={32} /> : null}
    </div>
  )
}
