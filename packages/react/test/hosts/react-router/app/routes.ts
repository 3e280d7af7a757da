import { index, type RouteConfig } from '@react-router/dev/routes'

export default [index('classes.tsx')] satisfies RouteConfig
