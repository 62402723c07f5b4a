// In the package one engine has every algorithm, and there are no pages.
export const HOME = "";

export const moduleOf = () => "";
