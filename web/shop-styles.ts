import "./shop/ShopPage.tsx";
