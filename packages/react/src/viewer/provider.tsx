import { directionOf, type LocaleText, type MessageParams } from '@kinora/core'
import { createContext, Fragment, type HTMLAttributes, type ReactNode, useContext, useMemo } from 'react'
import { classes } from '../ui/classes.ts'
import { useUnsentPlays } from './plays.ts'
import type { Viewer } from './viewer.ts'
import { sayIn, type ViewerText } from './words.ts'

export interface ViewerProviderProps {
  viewer: Viewer
  /** BCP 47; words are English in a language that has none. Numbers, dates and the direction follow it. */
  locale?: string
  /** Replace single words, or all of them in a language of your own. */
  texts?: Partial<Record<ViewerText, LocaleText>>
  /** The site’s own id of who watches: plays and positions are theirs. Nobody’s plays aren’t counted. */
  userId?: string
  children?: ReactNode
}

export interface ViewerContext {
  viewer: Viewer
  locale: string
  userId: string | undefined
  text(key: ViewerText, params?: MessageParams): string
}

const Context = createContext<ViewerContext | undefined>(undefined)

/** EMBED-04: what the parts below it share. Plays that couldn’t be handed in are, once the network is back. */
export function ViewerProvider({ viewer, texts, userId, children, ...props }: ViewerProviderProps) {
  const locale = toLocale(props.locale)
  useUnsentPlays(viewer, userId)
  const context = useMemo(
    () => ({ viewer, locale, userId, text: sayIn(locale, texts) }),
    [viewer, locale, userId, texts],
  )
  return (
    <Context.Provider value={context}>
      {/* What was read and refused belongs to the viewer that did it. */}
      <Fragment key={viewer.id}>{children}</Fragment>
    </Context.Provider>
  )
}

/** As pages write them: `de_DE`, `DE`. One that is none is English, so that no part is lost to it. */
function toLocale(given = 'en'): string {
  try {
    return Intl.getCanonicalLocales(given.replaceAll('_', '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}

export function useViewer(): ViewerContext {
  const context = useContext(Context)
  if (context === undefined) throw new Error('A part for viewers stands below a ViewerProvider.')
  return context
}

/** What a part is made of: a host gives it a class, an id, a name. */
export type PartProps = Omit<HTMLAttributes<HTMLElement>, 'children' | 'title' | 'onPlay'>

/** The box of a part, in the language that is spoken. */
export function Part({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  const { locale } = useViewer()
  return <div lang={locale} dir={directionOf(locale)} {...rest} className={classes('kn-viewer', className)} />
}
