import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
} from 'react'

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  [data: `data-${string}`]: string | undefined
  href: string
  children?: ReactNode
}

/** What a host passes so that links go through its router: any component that takes the props of an anchor. */
export type LinkComponent = ComponentType<LinkProps>

function PlainLink(props: LinkProps) {
  return <a {...props} />
}

export const LinkContext = createContext<LinkComponent>(PlainLink)

/** The link component of this part, else the root's, else a plain anchor. */
export function useLink(own?: LinkComponent): LinkComponent {
  const shared = useContext(LinkContext)
  return own ?? shared
}
