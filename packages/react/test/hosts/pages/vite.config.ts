import { defineConfig } from 'vite'

const pages = ['class', 'two-accounts', 'upload']
export default defineConfig({
  build: { target: 'es2022', rollupOptions: { input: pages.map(name => `${name}.html`) } },
})
