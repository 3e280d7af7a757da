import type { LinkProps } from '@kinora/react'
import type { MouseEvent } from 'react'
import { useNavigation } from '../router/use-navigation.ts'

/** An anchor that goes through the router; with a modifier key the browser does what it always does. */
export function RouterLink({ onClick, href, ...props }: LinkProps) {
  const navigation = useNavigation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const inside =
      href.startsWith('/') &&
      (props.target === undefined || props.target === '_self') &&
      props.download === undefined
    if (event.defaultPrevented || !plain || !inside) return
    event.preventDefault()
    navigation.push(href)
  }
  return <a href={href} {...props} onClick={follow} />
}
