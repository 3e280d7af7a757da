import { type Kinora, KinoraRoot, lazyPart, type Theme, type TitleSelection } from '@kinora/react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { SelectionContext } from './commands/selection.ts'
import { createNavigation, NavigationProvider } from './router/use-navigation.ts'
import { Screen } from './screen.tsx'
import { RouterLink } from './shell/router-link.tsx'
import { ShellSkeleton } from './shell/skeleton.tsx'
import { WhenIdle } from './shell/when-idle.tsx'
import { ThemeContext } from './theme.ts'

const VersionCheck = lazyPart(() => import('./shell/version-check.tsx'))
const THEME_KEY = 'kinora.theme'

/** Screens answer for themselves whether somebody is signed in. */
const page = (
  <>
    <WhenIdle>
      <VersionCheck />
    </WhenIdle>
    <Screen />
  </>
)

/** The portal: one Kinora, one address, everything a screen shares. */
export function App({ kinora }: { kinora: Kinora }) {
  const [theme, setTheme] = useState<Theme>(
    () => (kinora.store.getItem(THEME_KEY) as Theme | null) ?? 'system',
  )
  const [navigation] = useState(createNavigation)
  const selection = useRef<TitleSelection>(undefined)
  const themes = useMemo(
    () => ({
      theme,
      setTheme(next: Theme) {
        kinora.store.setItem(THEME_KEY, next)
        setTheme(next)
      },
    }),
    [kinora, theme],
  )
  const showTitle = useCallback(
    (title: string) => {
      document.title = `${title} · ${kinora.productName}`
    },
    [kinora],
  )
  return (
    <ThemeContext value={themes}>
      <SelectionContext value={selection}>
        <NavigationProvider value={navigation}>
          <KinoraRoot
            kinora={kinora}
            theme={theme === 'system' ? undefined : theme}
            linkComponent={RouterLink}
            onPageTitle={showTitle}
            className="portal"
            fallback={<ShellSkeleton />}
            signedOut={page}
          >
            {page}
          </KinoraRoot>
        </NavigationProvider>
      </SelectionContext>
    </ThemeContext>
  )
}
